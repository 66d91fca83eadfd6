//@ about: A service loader instantiates the providers that the class path names.
//@ service: ServiceProviders$Service=ServiceProviders$Impl

import java.util.ServiceLoader;

public class ServiceProviders {
    public interface Service {
        Object act();
    }

    public static class Impl implements Service {
        @Override
        public Object act() {
            return new Object();                //@site result
        }
    }

    public static class Unlisted implements Service {
        @Override
        public Object act() {
            return null;
        }
    }

    public static void main(String[] args) {
        for (Service service : ServiceLoader.load(Service.class)) {
            Expect.pointsTo(service, "class:ServiceProviders$Impl");
            Expect.calls("ServiceProviders$Impl.act");
            Object result = service.act();
            Expect.pointsTo(result, "result");
        }
        Expect.reachable("ServiceProviders$Impl.<init>");
        Expect.unreachable("ServiceProviders$Unlisted.act");
    }
}
