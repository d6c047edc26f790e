@NullMarked
package io.giza.gateway.check;

import org.jspecify.annotations.NullMarked;
