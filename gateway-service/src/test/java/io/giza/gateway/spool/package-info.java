@NullMarked
package io.giza.gateway.spool;

import org.jspecify.annotations.NullMarked;
