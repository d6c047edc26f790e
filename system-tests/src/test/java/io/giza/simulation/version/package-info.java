/** The versions of an object: visibility, abandonment, collection and the versioning of buckets. */
@NullMarked
package io.giza.simulation.version;

import org.jspecify.annotations.NullMarked;
