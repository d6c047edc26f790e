@NullMarked
package io.giza.version.lock;

import org.jspecify.annotations.NullMarked;
