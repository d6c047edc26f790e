/** What a process tells for those who look for the cause of a fault, without its secrets. */
@NullMarked
package io.giza.service.support;

import org.jspecify.annotations.NullMarked;
