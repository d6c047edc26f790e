@NullMarked
package io.giza.gateway.s3.access;

import org.jspecify.annotations.NullMarked;
