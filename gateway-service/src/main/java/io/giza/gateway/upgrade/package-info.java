/** Which formats the processes of all data centers read, and when they may write new ones. */
@NullMarked
package io.giza.gateway.upgrade;

import org.jspecify.annotations.NullMarked;
