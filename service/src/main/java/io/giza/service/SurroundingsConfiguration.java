package io.giza.service;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import java.security.SecureRandom;

/** Real threads, clocks and random numbers. */
@Configuration(proxyBeanMethods = false)
public class SurroundingsConfiguration {
    @Bean
    Surroundings surroundings() {
        VirtualThreads threads = new VirtualThreads();
        return new Surroundings(threads, threads, new SecureRandom());
    }
}
