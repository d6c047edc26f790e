@NullMarked
package io.giza.recovery;

import org.jspecify.annotations.NullMarked;
