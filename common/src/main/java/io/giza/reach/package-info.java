/** How the workers of a data center reach the services of all. */
@NullMarked
package io.giza.reach;

import org.jspecify.annotations.NullMarked;
