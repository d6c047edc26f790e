/** The commands behind {@code ./giza image}: container images of the services, without Docker. */
@NullMarked
package io.giza.images;

import org.jspecify.annotations.NullMarked;
