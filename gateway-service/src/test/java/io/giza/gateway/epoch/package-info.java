@NullMarked
package io.giza.gateway.epoch;

import org.jspecify.annotations.NullMarked;
