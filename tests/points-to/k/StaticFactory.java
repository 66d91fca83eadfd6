//@ about: From k = 2 on, a static factory's objects are told apart by the object that called it.
//@ paper: Chord section 4.4

public class StaticFactory {
    public static void main(String[] args) {
        Product own = Product.newInstance();
        User user = new User();
        User other = new User();
        Expect.pointsTo(own, "product");
        Expect.k(0, 1).mayAlias(own, user.product);
        Expect.fromK(2).distinct(own, user.product);
        Expect.fromK(2).distinct(other.product, user.product);
    }
}

class User {
    final Product product;

    User() {
        product = Product.newInstance();
    }
}

class Product {
    private Product() {
    }

    static Product newInstance() {
        return new Product();       //@site product
    }
}
