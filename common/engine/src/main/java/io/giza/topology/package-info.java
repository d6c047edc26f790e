/**
 * The topology as the cluster decides it: a row of the system key space that holds the map of each
 * epoch, and how running processes take up the next one (Giza, section 3.4, leaves it to a
 * configuration service).
 */
@NullMarked
package io.giza.topology;

import org.jspecify.annotations.NullMarked;
