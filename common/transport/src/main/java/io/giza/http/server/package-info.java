/** Serves the cluster's own calls over blocking connections, one virtual thread for each. */
@NullMarked
package io.giza.http.server;

import org.jspecify.annotations.NullMarked;
