@NullMarked
package io.giza.gc.event;

import org.jspecify.annotations.NullMarked;
