@NullMarked
package io.giza.disk;

import org.jspecify.annotations.NullMarked;
