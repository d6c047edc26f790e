@NullMarked
package io.giza.gateway.admin;

import org.jspecify.annotations.NullMarked;
