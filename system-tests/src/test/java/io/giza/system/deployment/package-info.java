/** Deployments of a cluster: accounts, codes, TLS, latency and the scripts that start it. */
@NullMarked
package io.giza.system.deployment;

import org.jspecify.annotations.NullMarked;
