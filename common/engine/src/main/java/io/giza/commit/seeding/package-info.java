/** How a data center whose table was lost gets its rows back from the survivors before it votes. */
@NullMarked
package io.giza.commit.seeding;

import org.jspecify.annotations.NullMarked;
