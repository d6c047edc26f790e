@NullMarked
package io.giza;

import org.jspecify.annotations.NullMarked;
