/** How a running process takes up the topologies that the cluster decides. */
@NullMarked
package io.giza.service.topology;

import org.jspecify.annotations.NullMarked;
