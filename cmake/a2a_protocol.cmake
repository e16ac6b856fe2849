# For projects with a protocol of their own; codegen/TUTORIAL.md shows how. Included by a2a-config.cmake and by our own
# build.

# a2a_protocol(NAME [PROTO DIR] [GENERATED DIR])
# NAME: a static library of what `a2a-codegen generate` wrote into DIR (default: generated) for the schema below DIR
# (default: proto), with protoc's messages, linked with the runtime that serves it.
# NAME-parity: the program that `a2a-codegen parity --cpp` wants; built when it is asked for.
function(a2a_protocol name)
  cmake_parse_arguments(arg "" "PROTO;GENERATED" "" ${ARGN})
  foreach(folder PROTO GENERATED)
    string(TOLOWER ${folder} default)
    if(NOT arg_${folder})
      set(arg_${folder} ${default})
    endif()
    get_filename_component(arg_${folder} ${arg_${folder}} ABSOLUTE)
  endforeach()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${arg_GENERATED}/cpp/*.cc)
  file(GLOB_RECURSE codec RELATIVE ${arg_GENERATED}/cpp CONFIGURE_DEPENDS ${arg_GENERATED}/cpp/*/codec.h)
  if(NOT codec)
    message(FATAL_ERROR "${arg_GENERATED} holds no C++; run a2a-codegen generate first")
  endif()

  file(GLOB_RECURSE protos RELATIVE ${arg_PROTO} CONFIGURE_DEPENDS ${arg_PROTO}/*.proto)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${name}_messages)
  file(MAKE_DIRECTORY ${out})
  list(TRANSFORM protos REPLACE "(.*)\\.proto$" "${out}/\\1.pb.cc" OUTPUT_VARIABLE messages)
  list(TRANSFORM protos PREPEND ${arg_PROTO}/ OUTPUT_VARIABLE proto_files)
  add_custom_command(
    OUTPUT ${messages}
    COMMAND protobuf::protoc -I${arg_PROTO} -I${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../proto --cpp_out=${out} ${protos}
    DEPENDS ${proto_files}
    WORKING_DIRECTORY ${out}
    COMMENT "protoc: C++ messages of ${name}")
  add_library(${name} STATIC ${sources} ${messages})
  target_include_directories(${name} PUBLIC ${arg_GENERATED}/cpp)
  target_include_directories(${name} SYSTEM PUBLIC ${out})
  target_link_libraries(${name} PUBLIC a2a::rpc)

  a2a_parity_runner(${name}-parity ${arg_GENERATED}/protocol.ir.json ${codec} ${name})
  set_target_properties(${name}-parity PROPERTIES EXCLUDE_FROM_ALL ON)
endfunction()

# a2a_parity_runner(NAME IR CODEC LIBRARY): runner.cc over the types of an IR, whose codecs LIBRARY holds; CODEC is its
# codec.h as it is included.
function(a2a_parity_runner name ir codec library)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${name}_types)
  add_custom_command(
    OUTPUT ${dir}/codec_types.inc ${dir}/codec_contract.inc
    COMMAND a2a::a2a-codegen parity types --ir ${ir} --out ${dir}
    DEPENDS a2a::a2a-codegen ${library}
    COMMENT "parity: list of types for ${name}")
  add_executable(${name} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../codegen/parity/runner.cc ${dir}/codec_types.inc)
  target_include_directories(${name} PRIVATE ${dir})
  target_compile_definitions(${name} PRIVATE A2A_PARITY_CODEC="${codec}")
  target_link_libraries(${name} PRIVATE ${library} a2a::json)
endfunction()
