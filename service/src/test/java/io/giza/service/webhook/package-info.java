@NullMarked
package io.giza.service.webhook;

import org.jspecify.annotations.NullMarked;
