@NullMarked
package io.giza.gateway.upgrade;

import org.jspecify.annotations.NullMarked;
