/**
 * What a gateway does its work with in one epoch of the topology, and its services over whichever
 * epoch the cluster is in.
 */
@NullMarked
package io.giza.gateway.epoch;

import org.jspecify.annotations.NullMarked;
