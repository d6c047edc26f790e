@NullMarked
package io.giza.gateway.maintenance;

import org.jspecify.annotations.NullMarked;
