@NullMarked
package io.giza.version;

import org.jspecify.annotations.NullMarked;
