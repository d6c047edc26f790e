@NullMarked
package io.giza.gc;

import org.jspecify.annotations.NullMarked;
