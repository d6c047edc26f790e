/**
 * A whole cluster in one JVM: N logical data centers on loopback, each with its five services, real
 * HTTP between them, embedded stores below one folder.
 */
@NullMarked
package io.giza.standalone;

import org.jspecify.annotations.NullMarked;
