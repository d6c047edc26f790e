@NullMarked
package io.giza.level;

import org.jspecify.annotations.NullMarked;
