/** What services are told, before any of it is used: which keys there are, and what is wrong. */
@NullMarked
package io.giza.service.configuration;

import org.jspecify.annotations.NullMarked;
