@NullMarked
package io.giza.gateway.s3.limit;

import org.jspecify.annotations.NullMarked;
