@NullMarked
package io.giza.notification;

import org.jspecify.annotations.NullMarked;
