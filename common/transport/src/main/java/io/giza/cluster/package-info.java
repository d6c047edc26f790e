/** How the workers of a data center reach the services of all. */
@NullMarked
package io.giza.cluster;

import org.jspecify.annotations.NullMarked;
