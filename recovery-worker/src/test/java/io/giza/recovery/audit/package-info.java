@NullMarked
package io.giza.recovery.audit;

import org.jspecify.annotations.NullMarked;
