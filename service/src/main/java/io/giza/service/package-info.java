/** What the services wire alike: their cluster, their filters, their clients and their process. */
@NullMarked
package io.giza.service;

import org.jspecify.annotations.NullMarked;
