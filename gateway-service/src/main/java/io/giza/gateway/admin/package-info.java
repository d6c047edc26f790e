/** What operators ask a gateway, with the cluster's token. */
@NullMarked
package io.giza.gateway.admin;

import org.jspecify.annotations.NullMarked;
