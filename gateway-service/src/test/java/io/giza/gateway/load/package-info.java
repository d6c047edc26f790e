@NullMarked
package io.giza.gateway.load;

import org.jspecify.annotations.NullMarked;
