package io.giza.rival.ignite;

import static net.bytebuddy.matcher.ElementMatchers.named;

import io.scalecube.net.Address;

import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.utility.JavaModule;

/**
 * Gives a node a name by which others reach it. Ignite 3.1 tells others the address on which it
 * listens, so that all would reach it over the same way. A name leads each of them to the relay of
 * its own, by the hosts file of its JVM.
 */
final class AdvertisedAddress {
    /** The system property with the name that this node tells. */
    private static final String PROPERTY = "giza.rival.name";

    private static final String FACTORY =
            "org.apache.ignite.internal.network.scalecube.ScaleCubeClusterServiceFactory";

    private AdvertisedAddress() {}

    /** What replaces the address of a socket by the name. */
    static final class Replace {
        private Replace() {}

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Address address) {
            address = Address.create(System.getProperty(PROPERTY), address.port());
        }
    }

    /** Changes the class of Ignite when it is loaded. */
    static void install() {
        new AgentBuilder.Default()
                .with(new AgentBuilder.Listener.Adapter() {
                    @Override
                    public void onError(
                            String type,
                            ClassLoader loader,
                            JavaModule module,
                            boolean loaded,
                            Throwable fault) {
                        throw new IllegalStateException(type + " cannot be changed", fault);
                    }
                })
                .type(named(FACTORY))
                .transform(
                        (builder, type, loader, module, domain) ->
                                builder.visit(
                                        Advice.to(Replace.class).on(named("prepareAddress"))))
                .installOn(ByteBuddyAgent.install());
    }
}
