//@ about: From k = 1 on, a call inside an object leads only to what that object was given.

public class CallGraphByReceiver {
    public static void main(String[] args) {
        Runner one = new Runner(new Cat());
        Runner two = new Runner(new Dog());
        Object catSound = one.go();
        Object dogSound = two.go();
        Expect.k(0).pointsTo(catSound, "meow", "bark");
        Expect.fromK(1).pointsTo(catSound, "meow");
        Expect.fromK(1).pointsTo(dogSound, "bark");
    }
}

class Runner {
    private final Animal animal;

    Runner(Animal animal) {
        this.animal = animal;
    }

    Object go() {
        Expect.calls("Cat.sound", "Dog.sound");
        return animal.sound();
    }
}

interface Animal {
    Object sound();
}

class Cat implements Animal {
    @Override
    public Object sound() {
        return new Object();        //@site meow
    }
}

class Dog implements Animal {
    @Override
    public Object sound() {
        return new Object();        //@site bark
    }
}
