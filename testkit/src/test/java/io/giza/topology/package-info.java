/** Tests of how processes learn topologies. */
@NullMarked
package io.giza.topology;

import org.jspecify.annotations.NullMarked;
