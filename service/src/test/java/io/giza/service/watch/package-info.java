@NullMarked
package io.giza.service.watch;

import org.jspecify.annotations.NullMarked;
