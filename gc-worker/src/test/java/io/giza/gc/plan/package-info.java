@NullMarked
package io.giza.gc.plan;

import org.jspecify.annotations.NullMarked;
