package io.giza.service;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/**
 * What a bundle says by now of certificates and whom to trust. Where its files are watched ({@code
 * reload-on-update}), connections that are made after they changed are made by the new ones.
 */
final class RenewedTls implements Supplier<SSLContext> {
    private static final Logger LOG = LoggerFactory.getLogger(RenewedTls.class);

    private volatile SSLContext current;

    private RenewedTls(SSLContext first) {
        current = first;
    }

    /** Follows a bundle by its name. */
    static RenewedTls of(SslBundles bundles, String name) {
        RenewedTls tls = new RenewedTls(bundles.getBundle(name).createSslContext());
        bundles.addBundleUpdateHandler(name, bundle -> tls.renew(name, bundle));
        return tls;
    }

    private void renew(String name, SslBundle bundle) {
        try {
            current = bundle.createSslContext();
            LOG.atInfo().addKeyValue("bundle", name).log("certificates are renewed");
        } catch (RuntimeException e) {
            // What is there may be half written, and will change again.
            LOG.atWarn()
                    .addKeyValue("bundle", name)
                    .setCause(e)
                    .log("certificates cannot be read, and stay as they were");
        }
    }

    @Override
    public SSLContext get() {
        return current;
    }
}
