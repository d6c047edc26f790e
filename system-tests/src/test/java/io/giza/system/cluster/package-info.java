/** Running clusters, their clients and what they keep, for the system tests. */
@NullMarked
package io.giza.system.cluster;

import org.jspecify.annotations.NullMarked;
