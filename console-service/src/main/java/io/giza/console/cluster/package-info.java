/** The Admin API of the cluster, as the console calls it. */
@NullMarked
package io.giza.console.cluster;

import org.jspecify.annotations.NullMarked;
