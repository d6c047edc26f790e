@NullMarked
package io.giza.simulation.level;

import org.jspecify.annotations.NullMarked;
