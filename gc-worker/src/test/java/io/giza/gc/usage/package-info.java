@NullMarked
package io.giza.gc.usage;

import org.jspecify.annotations.NullMarked;
