@NullMarked
package io.giza.gc.webhook;

import org.jspecify.annotations.NullMarked;
