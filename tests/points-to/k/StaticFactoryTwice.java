//@ about: Two calls of a static factory from one context give one abstract object.

public class StaticFactoryTwice {
    public static void main(String[] args) {
        Product one = Product.newInstance();
        Product two = Product.newInstance();
        Expect.pointsTo(one, "product");
        Expect.mayAlias(one, two);
        Expect.objects(one, 1);
    }
}

class Product {
    static Product newInstance() {
        return new Product();       //@site product
    }
}
