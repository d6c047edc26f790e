@NullMarked
package io.giza.azure;

import org.jspecify.annotations.NullMarked;
