@NullMarked
package io.giza.lock;

import org.jspecify.annotations.NullMarked;
