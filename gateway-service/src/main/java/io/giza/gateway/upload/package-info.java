/** Shell: uploads in parts, from their beginning to the object that they become. */
@NullMarked
package io.giza.gateway.upload;

import org.jspecify.annotations.NullMarked;
